/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    content: import('#api/publishing/content.ts').ContentReader;
  }
}
