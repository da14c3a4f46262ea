import { useEffect, useMemo, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { TextField } from '../../ui/plain/field.tsx'
import { LanguageMenu } from '../../ui/plain/language-menu.tsx'
import { apiDocsWords } from './api-docs-words.ts'
import './api-docs.css'
import {
  type ApiCall,
  type ApiDocument,
  callsOf,
  curlOf,
  type Field,
  fieldsOf,
  searched,
} from './document.ts'

const address = '/openapi.json'

/** The calls of the contract, for developers of merchants. The frame is translated; the document is in English. */
export function ApiDocsPage() {
  const t = useT(apiDocsWords)
  return (
    <div className="sw-api-docs">
      <title>{t('title')}</title>
      <header>
        <h1>{t('title')}</h1>
        <LanguageMenu />
      </header>
      <p>{t('intro')}</p>
      <p className="sw-api-links">
        <a className="sw-link" href="/integrations">
          {t('toIntegrations')}
        </a>
        <a className="sw-link" href={address} download="slotwise-openapi.json">
          {t('download')}
        </a>
      </p>
      <Loaded />
    </div>
  )
}

async function readCalls(): Promise<ApiCall[]> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(String(answer.status))
  return callsOf((await answer.json()) as ApiDocument)
}

function useDocument(): { calls: ApiCall[] | undefined; isFailed: boolean; load: () => void } {
  const [calls, setCalls] = useState<ApiCall[]>()
  const [isFailed, setFailed] = useState(false)
  const load = (): void => {
    setFailed(false)
    readCalls().then(setCalls, () => setFailed(true))
  }
  useEffect(() => {
    readCalls().then(setCalls, () => setFailed(true))
  }, [])
  return { calls, isFailed, load }
}

function Loaded() {
  const t = useT(apiDocsWords)
  const { calls, isFailed, load } = useDocument()
  if (calls) return <Calls calls={calls} />
  if (!isFailed) return <p role="status">{t('loading')}</p>
  return (
    <>
      <Alert tone="error">{t('failed')}</Alert>
      <p>
        <Button onClick={load}>{t('again')}</Button>
      </p>
    </>
  )
}

function Calls({ calls }: { calls: readonly ApiCall[] }) {
  const t = useT(apiDocsWords)
  const [typed, setTyped] = useState('')
  const [onlyKeys, setOnlyKeys] = useState(true)
  const found = useMemo(
    () => searched(calls, typed).filter(({ isOpenToKeys }) => isOpenToKeys || !onlyKeys),
    [calls, typed, onlyKeys],
  )
  const byDomain = Map.groupBy(found, ({ domain }) => domain)
  return (
    <>
      <div className="sw-api-search" role="search">
        <TextField
          label={t('search')}
          type="search"
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
        <label className="sw-check">
          <input type="checkbox" checked={onlyKeys} onChange={({ target }) => setOnlyKeys(target.checked)} />
          {t('onlyKeys')}
        </label>
        <p role="status">{found.length === 0 ? t('none') : t('found', { count: found.length })}</p>
      </div>
      <div lang="en">
        {[...byDomain].map(([domain, some]) => (
          <section key={domain} aria-labelledby={`domain-${domain}`}>
            <h2 id={`domain-${domain}`}>{domain}</h2>
            {some.map((call) => (
              <OneCall key={call.path} call={call} />
            ))}
          </section>
        ))}
      </div>
    </>
  )
}

/** The details of a call are made when it is opened, because there are hundreds of calls. */
function OneCall({ call }: { call: ApiCall }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="sw-api-call" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <strong>{call.name}</strong> <code>{call.path}</code>
        {!call.isOpenToKeys && <small>people only</small>}
      </summary>
      {isOpen && (
        <div className="sw-api-detail">
          <p>{call.description}</p>
          <h3>Input</h3>
          {call.isFile ? <p>The body is the file itself.</p> : <Fields fields={fieldsOf(call.input)} />}
          <h3>Result</h3>
          <Fields fields={fieldsOf(call.output)} />
          {call.isOpenToKeys && (
            <>
              <h3 id={`example-${call.name}`}>Example</h3>
              {/* A long line scrolls, and the keyboard has to reach it. */}
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
              <pre tabIndex={0} aria-labelledby={`example-${call.name}`}>
                <code>{curlOf(call, location.origin)}</code>
              </pre>
            </>
          )}
        </div>
      )}
    </details>
  )
}

function Fields({ fields }: { fields: readonly Field[] }) {
  if (fields.length === 0) return <p>Nothing.</p>
  return (
    <ul className="sw-api-fields">
      {fields.map(({ path, type, isRequired, note }) => (
        <li key={path}>
          <code>{path}</code>
          <span>
            {type}
            {isRequired ? ', always' : ''}
            {note === '' ? '' : `, ${note}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
