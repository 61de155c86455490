/// <reference types="astro/client" />

/** For files that are no components; components know the properties of the others. */
declare module '*.astro' {
  const component: (props: never) => unknown;
  export default component;
}

declare namespace App {
  interface Locals {
    content: import('#api/domain/content.ts').ContentReader;
    /** Told why a page could not be rendered. */
    onRenderError?: (error: unknown) => void;
  }
}
