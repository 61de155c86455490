/** Replaces XMLHttpRequest in an upload; the test gives the response. */
export class FakeUploadRequest {
  /** All requests that were sent, in order. */
  static readonly sent: FakeUploadRequest[] = [];
  readonly upload: { onprogress?: (event: object) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  status = 0;
  responseText = '';
  isAborted = false;

  open(): void {}
  setRequestHeader(): void {}
  getResponseHeader = () => null;
  send(): void {
    FakeUploadRequest.sent.push(this);
  }

  abort(): void {
    this.isAborted = true;
    this.onabort?.();
    this.onloadend?.();
  }

  progress(loaded: number, total: number): void {
    this.upload.onprogress?.({ lengthComputable: true, loaded, total });
  }

  finish(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
    this.onloadend?.();
  }

  /** The connection breaks. */
  fail(): void {
    this.onerror?.();
    this.onloadend?.();
  }
}
