import { Component, type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'

import { ErrorPage } from '../../features/home/error-page.tsx'
import { useSession } from '../../lib/session.ts'

/** Around every page: sets the window's title, and keeps the page's failure from the rest of the console. */
export function PageFrame({ title, children }: { title: string; children: ReactNode }) {
  const brand = useSession()?.custom?.title ?? 'Slotwise'
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = `${title} · ${brand}`
  }, [title, brand])
  return <PageFence key={pathname}>{children}</PageFence>
}

class PageFence extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    return 'error' in this.state ? <ErrorPage error={this.state.error} /> : this.props.children
  }
}
