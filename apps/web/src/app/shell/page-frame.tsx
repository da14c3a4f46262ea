import { Component, type ReactNode, useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'

import { ErrorPage } from '../../features/home/error-page.tsx'
import { useSession } from '../../lib/session.ts'
import { notePage } from '../../ui/use-list-position.ts'

/** Around every page: sets the window's title, and keeps the page's failure from the rest of the console. */
export function PageFrame({ title, children }: { title: string; children: ReactNode }) {
  const brand = useSession()?.custom?.title ?? 'Slotwise'
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = `${title} · ${brand}`
  }, [title, brand])
  return (
    <PageFence key={pathname}>
      <FromTop />
      {children}
    </PageFence>
  )
}

/** A page begins at its top. It stands before the page, so that a list can scroll back to its place afterwards. */
function FromTop() {
  useLayoutEffect(() => {
    notePage()
    document.querySelector('.sw-content')?.scrollTo({ top: 0, behavior: 'instant' })
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  return null
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
