import { Component, type ReactNode } from 'react';
import { reportError } from '#src/lib/report-error.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from './Notice.tsx';

/** `hasDraft`: what is typed into this screen is saved as a draft, on the server or in this browser. */
type Props = { children: ReactNode; hasDraft?: boolean };

/** Shown in place of a screen that failed to render. The error goes to the log of the server. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error) {
    reportError(error);
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Notice tone="error">
        <h2 className="error-title">Unexpected Application Error!</h2>
        <p>
          This part of the page stopped working. Reload the page to continue.
          {this.props.hasDraft && ' Your drafts are saved.'}
        </p>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </Notice>
    );
  }
}
