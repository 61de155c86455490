/** A bulk action, which the server runs in parts. */
export type BulkRun<Request, Target, Result> = {
  request: Request;
  isRunning: boolean;
  /** Why it stopped before the end; null when it was stopped by hand, or not at all. */
  error: string | null;
  total: number;
  /** What the parts so far have done. */
  result: Result;
  /** What is left; null at the end. */
  rest: Target | null;
};
