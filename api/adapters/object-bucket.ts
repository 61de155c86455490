/** Where servers that share a site keep the objects of its releases. Each method throws FileStoreUnavailableError. */
export type ObjectBucket = {
  put(name: string, bytes: Buffer): Promise<void>;
  /** Null when it is not there. */
  get(name: string): Promise<Buffer | null>;
  delete(names: readonly string[]): Promise<void>;
  /** `modifiedAt`: by the clock of the bucket (UTC ms). */
  list(): Promise<{ name: string; modifiedAt: number }[]>;
};
