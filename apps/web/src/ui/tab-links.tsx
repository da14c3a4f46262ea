import { Link } from 'react-router'

export type TabLink = { key: string; label: string; to: string }

/** Tabs whose choice is in the address: links, so that they open in a new tab and the back button works. */
export function TabLinks({ label, tabs, current }: { label: string; tabs: TabLink[]; current: string }) {
  return (
    <nav className="sw-tab-links" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.key} to={tab.to} {...(tab.key === current ? { 'aria-current': 'page' } : {})}>
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
