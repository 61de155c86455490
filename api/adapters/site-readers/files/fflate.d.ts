/** What is used of the library, whose own types its package.json hides. */
declare module 'fflate' {
  export type UnzipFile = {
    name: string;
    ondata: (error: Error | null, data: Uint8Array, isLast: boolean) => void;
    start(): void;
    terminate(): void;
  };
  export const UnzipInflate: { compression: number };
  export class Unzip {
    constructor(onFile: (file: UnzipFile) => void);
    register(decoder: typeof UnzipInflate): void;
    push(chunk: Uint8Array, isLast?: boolean): void;
  }
  export function unzipSync(zip: Uint8Array): Record<string, Uint8Array>;
  export function zipSync(files: Record<string, Uint8Array>): Uint8Array;
}
