import { Checkbox } from 'antd'
import { type ReactNode, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { searchKeys } from './search-key.ts'
import { areShortcutsOn, turnShortcuts } from './shortcut-keys.ts'
import './shortcut-list.css'
import { shortcutWords } from './shortcut-words.ts'
import { DialogClose, TopDialog } from './top-dialog.tsx'

type ShortcutListProps = {
  /** The pages that the user may open by `g` and a letter. */
  pages: readonly { key: string; name: string }[]
  onClose: () => void
}

type Row = { keys: string[]; joint?: 'andThen'; text: string }

/** All keys of the console, and a switch for those that act by themselves. */
export function ShortcutList({ pages, onClose }: ShortcutListProps) {
  const t = useT(shortcutWords)
  const [isOn, setOn] = useState(areShortcutsOn)
  return (
    <TopDialog label={t('title')} className="sw-shortcuts" onClose={onClose}>
      <header>
        <h2>{t('title')}</h2>
        <DialogClose label={t('close')} onClose={onClose} />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <div className="sw-shortcuts-body" role="region" aria-label={t('title')} tabIndex={0}>
        <Section
          title={t('everyPage')}
          rows={[
            { keys: [searchKeys], text: t('searchAll') },
            { keys: ['?'], text: t('thisList') },
          ]}
        />
        <Section
          title={t('inLists')}
          rows={[
            { keys: ['/'], text: t('searchList') },
            { keys: ['n'], text: t('addRecord') },
            { keys: ['j'], text: t('nextRow') },
            { keys: ['k'], text: t('rowBefore') },
            { keys: ['Enter'], text: t('openRow') },
          ]}
        />
        <Section
          title={t('inRecords')}
          rows={[
            { keys: [']'], text: t('nextRecord') },
            { keys: ['['], text: t('recordBefore') },
          ]}
        />
        <Section
          title={t('jumps')}
          rows={pages.map(({ key, name }) => ({ keys: ['g', key], joint: 'andThen', text: name }))}
        />
      </div>
      <footer>
        <Checkbox
          checked={isOn}
          onChange={({ target }) => {
            setOn(target.checked)
            turnShortcuts(target.checked)
          }}
        >
          {t('on')}
        </Checkbox>
        <small>{t('onHint', { key: searchKeys })}</small>
      </footer>
    </TopDialog>
  )
}

function Section({ title, rows }: { title: string; rows: Row[] }) {
  const t = useT(shortcutWords)
  const joined = ({ keys, joint }: Row): ReactNode =>
    keys.map((key, index) => (
      <span key={key}>
        {index > 0 && joint && t(joint)} <kbd>{key}</kbd>
      </span>
    ))
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {rows.map((row) => (
          <div key={row.text}>
            <dt>{row.text}</dt>
            <dd>{joined(row)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
