import { useState } from 'react'

import { readStored, writeStored } from '../../lib/storage.ts'
import { useIsPhone, useMedia } from '../../ui/use-media.ts'

const storageKey = 'slotwise.menu'

/** In a window up to this width the menu is always collapsed. */
const narrowQuery = '(max-width: 1330px)'

/**
 * Wide: 200 px or 65 px, as the user chooses. Narrow: 65 px, and the toggle opens the whole menu over the page. Phone:
 * no column, only the menu over the page.
 */
export type SideMenu = {
  form: 'wide' | 'collapsed' | 'hidden'
  /** The toggle opens the menu over the page instead of widening its column. */
  overlays: boolean
  overlayOpen: boolean
  toggle: () => void
  closeOverlay: () => void
}

export function useSideMenu(): SideMenu {
  const isPhone = useIsPhone()
  const isNarrow = useMedia(narrowQuery)
  const [collapsed, setCollapsed] = useState(() => readStored(storageKey) === 'collapsed')
  const [overlayOpen, setOverlayOpen] = useState(false)
  const overlays = isPhone || isNarrow
  return {
    form: isPhone ? 'hidden' : isNarrow || collapsed ? 'collapsed' : 'wide',
    overlays,
    overlayOpen: overlays && overlayOpen,
    toggle: () => {
      if (overlays) return setOverlayOpen(!overlayOpen)
      setCollapsed(!collapsed)
      writeStored(storageKey, collapsed ? 'wide' : 'collapsed')
    },
    closeOverlay: () => setOverlayOpen(false),
  }
}
