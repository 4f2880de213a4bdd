import { Component, type ReactNode } from 'react';

interface State {
  error: Error | undefined;
}

/** Says so where a page can't be shown: a fault of ours, or a part of it that isn't there any more since the service was renewed. */
export class Boundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div className="empty">
        <h1>This page can't be shown</h1>
        <p>
          A part of it could not be loaded. The service may have been updated since you opened this page: then loading it again
          helps.
        </p>
        <p>
          <button type="button" className="primary" onClick={() => location.reload()}>
            Load it again
          </button>
        </p>
        <p className="fine">{error.message}</p>
      </div>
    );
  }
}
