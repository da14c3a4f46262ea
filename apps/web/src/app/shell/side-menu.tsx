import {
  DollarOutlined,
  DownOutlined,
  GiftOutlined,
  LineChartOutlined,
  TeamOutlined,
} from '@ant-design/icons'
import { Dropdown, Tooltip } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { NavLink, useLocation, useNavigate } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { opensAnew } from '../../lib/opens-anew.ts'
import { useGrants } from '../../ui/can.tsx'
import type { ConsoleRoute, MenuGroup } from '../console-route.ts'
import { menuRoutes } from '../routes.tsx'
import { type GroupEntry, isGroup, menuEntries } from './menu-entries.ts'
import { shellWords } from './shell-words.ts'

const groupIcons: Record<MenuGroup, ReactNode> = {
  activity: <GiftOutlined aria-hidden="true" />,
  statistics: <LineChartOutlined aria-hidden="true" />,
  finance: <DollarOutlined aria-hidden="true" />,
  account: <TeamOutlined aria-hidden="true" />,
}

type SideMenuProps = { collapsed: boolean; onChosen?: () => void }

/** The pages that the user may open, as links in a navigation, from the route table. */
export function SideMenu({ collapsed, onChosen }: SideMenuProps) {
  const t = useT(shellWords)
  const entries = menuEntries(menuRoutes(useGrants()))
  return (
    <nav className="sw-side-menu" aria-label={t('menu')}>
      <ul>
        {entries.map((entry) => (
          <li key={isGroup(entry) ? entry.group : entry.path}>
            {isGroup(entry) ? (
              <Group {...entry} collapsed={collapsed} onChosen={onChosen} />
            ) : (
              <Entry route={entry} collapsed={collapsed} onChosen={onChosen} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

type Placed = { collapsed: boolean; onChosen: (() => void) | undefined }

function Entry({ route, collapsed, onChosen }: Placed & { route: ConsoleRoute }) {
  const t = useT(shellWords)
  const label = t(route.title)
  const link = (
    <NavLink
      to={route.path}
      state={opensAnew}
      className="sw-side-entry"
      onClick={onChosen}
      onPointerEnter={route.prefetch}
      onFocus={route.prefetch}
      {...(collapsed ? { 'aria-label': label } : {})}
    >
      {route.icon}
      {!collapsed && <span>{label}</span>}
    </NavLink>
  )
  return collapsed ? (
    <Tooltip title={label} placement="right">
      {link}
    </Tooltip>
  ) : (
    link
  )
}

function Group({ group, routes, collapsed, onChosen }: Placed & GroupEntry) {
  const t = useT(shellWords)
  const id = useId()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isOpen = ({ path }: ConsoleRoute): boolean => path.toLowerCase() === pathname.toLowerCase()
  const isHere = routes.some(isOpen)
  const [open, setOpen] = useState(isHere)
  if (collapsed)
    return (
      <Dropdown
        placement="rightTop"
        trigger={['click', 'hover']}
        menu={{
          items: routes.map(({ path, title }) => ({ key: path, label: t(title) })),
          selectedKeys: routes.filter(isOpen).map(({ path }) => path),
          onClick: ({ key }) => void navigate(key, { state: opensAnew }),
        }}
      >
        <button
          type="button"
          className="sw-side-entry"
          data-here={isHere}
          aria-haspopup="menu"
          aria-label={t(group)}
        >
          {groupIcons[group]}
        </button>
      </Dropdown>
    )
  return (
    <>
      <button
        type="button"
        className="sw-side-entry"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {groupIcons[group]}
        <span>{t(group)}</span>
        <DownOutlined className="sw-side-arrow" aria-hidden="true" />
      </button>
      <ul id={id} hidden={!open} className="sw-side-group">
        {routes.map((route) => (
          <li key={route.path}>
            <Entry route={{ ...route, icon: null }} collapsed={false} onChosen={onChosen} />
          </li>
        ))}
      </ul>
    </>
  )
}
