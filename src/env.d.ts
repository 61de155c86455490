/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    content: import('#api/domain/content.ts').ContentReader;
    /** Told why a page could not be rendered. */
    onRenderError?: (error: unknown) => void;
  }
}
