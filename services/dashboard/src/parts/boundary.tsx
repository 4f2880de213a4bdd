import { Component, type ReactNode } from 'react';
import { Empty } from './states.tsx';

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
      <Empty title="This page can't be shown">
        The service may have been renewed meanwhile.{' '}
        <button type="button" className="primary" onClick={() => location.reload()}>
          Load it again
        </button>
        <br />
        <span className="fine">{error.message}</span>
      </Empty>
    );
  }
}
