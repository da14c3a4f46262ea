import { Link } from 'react-router'

export type TabLink = { key: string; label: string; to: string }

/** A phone may not show all tabs at once. */
const intoSight = (tab: HTMLElement | null): void =>
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** Tabs whose choice is in the address. They are links, so that they open in a new tab and the back button works. */
export function TabLinks({ label, tabs, current }: { label: string; tabs: TabLink[]; current: string }) {
  return (
    <nav className="sw-tab-links" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.key}
          to={tab.to}
          {...(tab.key === current ? { 'aria-current': 'page', ref: intoSight } : {})}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
