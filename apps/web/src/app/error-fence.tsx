import { Component, type ReactNode } from 'react'

import { ErrorPage } from '../features/home/error-page.tsx'

/** The outermost error boundary: shows a text instead of a blank window. */
export class ErrorFence extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    if (!('error' in this.state)) return this.props.children
    return (
      <main className="sw-standalone">
        <ErrorPage error={this.state.error} />
      </main>
    )
  }
}
