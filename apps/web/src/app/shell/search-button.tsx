import { SearchOutlined } from '@ant-design/icons'
import { locales } from '@slotwise/contract'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { lazyDialog } from '../../lib/lazy.ts'
import { useGrants } from '../../ui/can.tsx'
import { menuRoutes } from '../routes.tsx'
import { overlay } from './overlays.ts'
import './search-button.css'
import { isSearchKey, searchKeys } from './search-key.ts'
import { type ShellWord, shellWords } from './shell-words.ts'

const SearchDialog = lazyDialog(async () => (await import('./search-dialog.tsx')).SearchDialog)

const inEach = (word: ShellWord): string[] => locales.map((locale) => shellWords[locale][word])

/** Opens the search for everything, as does Ctrl+K anywhere but in a question; a form asks before it is left. */
export function SearchButton() {
  const t = useT(shellWords)
  const grants = useGrants()
  const { pathname } = useLocation()
  const [shown, setShown] = useState(pathname)
  /** The path of the address when the search was opened; a page that is on its way there is not shown yet. */
  const [openAt, setOpenAt] = useState<string>()
  // Leaving the page, for example by the browser's Back, closes the search.
  if (shown !== pathname) {
    setShown(pathname)
    if (openAt !== pathname) setOpenAt(undefined)
  }
  useEffect(() => {
    const openByKey = (event: KeyboardEvent): void => {
      if (!isSearchKey(event)) return
      const covering = overlay()
      // A question keeps the user, and the key keeps its meaning for the browser there.
      if (covering && !covering.matches('.sw-search') && !covering.closest('.ant-drawer')) return
      event.preventDefault()
      setOpenAt(location.pathname)
    }
    document.addEventListener('keydown', openByKey)
    return () => document.removeEventListener('keydown', openByKey)
  }, [])
  const label = t('searchAll', { key: searchKeys })
  return (
    <>
      <button
        type="button"
        className="sw-icon-button sw-search-button"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onClick={() => setOpenAt(location.pathname)}
      >
        <SearchOutlined aria-hidden="true" />
        <span aria-hidden="true">{t('search')}</span>
        <kbd aria-hidden="true">{searchKeys}</kbd>
      </button>
      {openAt !== undefined && (
        <SearchDialog
          pages={menuRoutes(grants).map(({ path, icon, title, group }) => ({
            path,
            icon,
            name: t(title),
            group: group && t(group),
            names: [title, ...(group ? [group] : [])].flatMap(inEach),
          }))}
          onClose={() => setOpenAt(undefined)}
        />
      )}
    </>
  )
}
