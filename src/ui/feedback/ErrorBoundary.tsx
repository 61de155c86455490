import { Component, type ReactNode } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import { Notice } from './Notice.tsx';

type Props = { children: ReactNode };

/**
 * Shown in place of a screen that failed to render. What was typed into an editor is in its draft, on the server or in
 * this browser, so reloading brings it back.
 */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Notice tone="error">
        <h2 className="error-title">Unexpected Application Error!</h2>
        <p>This part of the page stopped working. Reload the page to continue. Your drafts are saved.</p>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </Notice>
    );
  }
}
