import { SearchOutlined } from '@ant-design/icons'
import { isSearchable, joinNames } from '@slotwise/contract'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { closesBack } from '../../lib/url-state.ts'
import { Instant } from '../../ui/instant.tsx'
import { CurrencyCode, Money } from '../../ui/money.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { awaitsWords, isComposingKey } from './input-method.ts'
import { isAwaited, onEnter, stepped } from './search-choice.ts'
import type { SearchPage } from './search-entries.ts'
import { rememberRecent } from './search-recent.ts'
import './search.css'
import { searchWords } from './search-words.ts'
import { DialogClose, TopDialog } from './top-dialog.tsx'
import { type Entry, useSearchResults } from './use-search-results.tsx'

type SearchDialogProps = { pages: readonly SearchPage[]; onClose: () => void }

/** One search over records, pages and actions. The field keeps the focus; arrow keys choose, Enter opens. */
export function SearchDialog({ pages, onClose }: SearchDialogProps) {
  const t = useT(searchWords)
  const navigate = useNavigate()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [searched, setSearched] = useState('')
  const results = useSearchResults(searched, pages)
  const entries = results.groups.flatMap((group) => group.entries)
  const [chosen, setChosen] = useState<string>()
  const active = entries.find(({ key }) => key === chosen) ?? entries[0]
  const activeId = active && `${id}-${active.key}`
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const open = (entry: Entry): void => {
    if (entry.recent) rememberRecent(entry.recent)
    onClose()
    if (entry.act) entry.act()
    else if (entry.to !== undefined) void navigate(entry.to, { state: closesBack })
  }
  const [awaited, setAwaited] = useState<string>()
  const openAwaited = useEffectEvent(() => {
    if (active && isAwaited(active, chosen)) open(active)
  })
  useEffect(() => {
    if (awaited === searched && !results.isSearching) openAwaited()
  }, [awaited, searched, results.isSearching])
  const search = (text: string): void => {
    setSearched(text)
    setChosen(undefined)
    setAwaited(undefined)
  }
  const move = (step: 1 | -1): void => setChosen(stepped(entries, active, step))
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter ends the input of a Chinese word; it does not open what is found.
    if (isComposingKey(event.nativeEvent)) return
    const enter = event.key === 'Enter' ? onEnter(active, results.isStale) : 'nothing'
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (enter === 'open' && active) open(active)
    else if (enter === 'wait') setAwaited(searched)
    else return
    event.preventDefault()
  }
  return (
    <TopDialog label={t('title')} className="sw-search" onClose={onClose}>
      <div className="sw-search-field">
        <SearchOutlined aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          aria-label={t('title')}
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={60}
          placeholder={t('placeholder')}
          value={typed}
          onChange={({ target, nativeEvent }) => {
            setTyped(target.value)
            const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing
            if (!isComposing || !awaitsWords(navigator.userAgent)) search(target.value)
          }}
          onCompositionEnd={({ currentTarget }) => search(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <DialogClose label={t('close')} onClose={onClose} />
      </div>
      <div className="sw-search-body" aria-busy={results.isSearching}>
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t('results')}
          className={results.isStale ? 'is-stale' : undefined}
        >
          {results.groups.map(({ group, entries: some }) => (
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <p id={`${id}-${group}`} role="presentation">
                {t(group)}
              </p>
              {some.map((entry) => (
                <Option
                  key={entry.key}
                  id={`${id}-${entry.key}`}
                  entry={entry}
                  isActive={entry === active}
                  onPoint={() => setChosen(entry.key)}
                  onOpen={() => open(entry)}
                />
              ))}
            </div>
          ))}
        </div>
        <Outcome results={results} typed={searched.trim()} count={entries.length} />
      </div>
      <p className="sw-search-keys" aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> {t('chooseHint')}
        <kbd>Enter</kbd> {t('openHint')}
        <kbd>Esc</kbd> {t('closeHint')}
      </p>
    </TopDialog>
  )
}

type OptionProps = { id: string; entry: Entry; isActive: boolean; onPoint: () => void; onOpen: () => void }

/** A link where it leads somewhere, so that it can be opened in another tab. */
function Option({ id, entry, isActive, onPoint, onOpen }: OptionProps) {
  const { name, notes, at, amount, icon } = entry
  const shared = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    className: 'sw-search-option',
    onPointerMove: onPoint,
  }
  const face: ReactNode = (
    <>
      {icon}
      <span>
        <strong>{name}</strong>
        {(notes.length > 0 || at !== undefined) && (
          <small>
            {at !== undefined && <Instant at={at} />}
            {notes.map((note) => (
              <span key={note}>{note}</span>
            ))}
          </small>
        )}
      </span>
      {amount !== undefined && (
        <span className="sw-figures">
          <Money cents={amount} /> <CurrencyCode />
        </span>
      )}
    </>
  )
  if (entry.to === undefined)
    return (
      <button type="button" {...shared} onClick={onOpen}>
        {face}
      </button>
    )
  return (
    <Link
      {...shared}
      to={entry.to}
      state={closesBack}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onOpen()
      }}
    >
      {face}
    </Link>
  )
}

type OutcomeProps = { results: ReturnType<typeof useSearchResults>; typed: string; count: number }

/** What became of the search, in words. */
function Outcome({ results, typed, count }: OutcomeProps) {
  const t = useT(searchWords)
  const locale = useLocale()
  const { error, isSearching, unsearched } = results
  if (error) return <ErrorState error={error} retrying={isSearching} onRetry={results.retry} />
  const isNothing = typed !== '' && count === 0
  return (
    <div
      role="status"
      className={
        isNothing || isSearching || unsearched.length > 0 ? 'sw-search-outcome' : 'sw-visually-hidden'
      }
    >
      {isSearching ? (
        t('searching')
      ) : isNothing ? (
        <>
          <strong>{isSearchable(typed) ? t('nothing', { typed }) : t('tooShort')}</strong>
          <span>{t('nothingHint')}</span>
        </>
      ) : (
        typed !== '' && t('found', { count })
      )}
      {unsearched.length > 0 && (
        <span>
          {t('unsearched', {
            kinds: joinNames(
              locale,
              unsearched.map((kind) => t(kind)),
            ),
          })}
        </span>
      )}
    </div>
  )
}
