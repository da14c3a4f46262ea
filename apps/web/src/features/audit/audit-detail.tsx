import {
  auditCalls,
  auditAddress,
  type AuditChange,
  auditChanges,
  auditDeed,
  type AuditEntry,
  auditFieldWords,
  auditObjectKind,
  auditObjectName,
  auditWho,
  type List,
} from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'

import type { CallError } from '../../lib/client.ts'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { useOne } from '../../lib/query.ts'
import { DetailDrawer } from '../../ui/detail-drawer.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Instant } from '../../ui/instant.tsx'
import { isElsewhere, useEditedRow } from '../../ui/use-edited-row.ts'
import './audit.css'
import { auditWords } from './audit-words.ts'

type AuditDetailProps = { id: string; list: UseQueryResult<List<AuditEntry>, CallError>; onClose: () => void }

const idOf = ({ audit }: AuditEntry): string => audit

export function AuditDetail({ id, list, onClose }: AuditDetailProps) {
  const asked = { id, idOf, shown: list }
  const alone = useOne(auditCalls.getAudit, id, isElsewhere(asked))
  const { row } = useEditedRow({ ...asked, alone, onMissing: onClose })
  return row ? <Entry entry={row} onClose={onClose} /> : null
}

function Entry({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const t = useT(auditWords)
  const field = useT(auditFieldWords)
  const locale = useLocale()
  const kind = auditObjectKind(locale, entry.object)
  const name = auditObjectName(locale, entry)
  const who = auditWho(locale, entry)
  const address = auditAddress(locale, entry.address)
  const history = new URLSearchParams({ object: entry.object, object_id: entry.object_id })
  return (
    <DetailDrawer title={auditDeed(locale, entry)} width={560} onClose={onClose}>
      <Facts className="sw-audit-facts" label={t('detail')}>
        <Fact name={field('who')}>
          {who}
          {entry.account !== null && who !== entry.username && <small>{entry.username}</small>}
        </Fact>
        <Fact name={field('at')}>
          <Instant at={entry.at} seconds />
        </Fact>
        <Fact name={field('object_name')}>
          {name === null ? t('object', { kind, id: entry.object_id }) : t('namedObject', { kind, name })}
          <small>
            {entry.machine && (
              <>
                <Link className="sw-link" to={`/device/${entry.machine.sn}`}>
                  {t('toMachine')}
                </Link>{' '}
              </>
            )}
            <Link className="sw-link" to={`/audit?${history}`}>
              {t('showHistory')}
            </Link>
          </small>
        </Fact>
        {address !== '' && <Fact name={field('address')}>{address}</Fact>}
        <Fact name={field('request_id')}>
          <code>{entry.request_id}</code>
        </Fact>
      </Facts>
      <section aria-labelledby="audit-changes">
        <h3 id="audit-changes">{t('changes')}</h3>
        <Changes entry={entry} />
      </section>
    </DetailDrawer>
  )
}

/** A new object has no values before, a deleted one none after: that column is left out. */
function Changes({ entry }: { entry: AuditEntry }) {
  const t = useT(auditWords)
  const field = useT(auditFieldWords)
  const changes = auditChanges(useLocale(), entry)
  if (changes.length === 0) return <p className="sw-audit-none">{t('noChanges')}</p>
  const sides = (['before', 'after'] as const).filter((side) => entry[side] != null)
  return (
    <table className="sw-audit-changes" aria-labelledby="audit-changes">
      <thead>
        <tr>
          <th scope="col">{field('field')}</th>
          {sides.map((side) => (
            <th key={side} scope="col">
              {field(side)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field}>
            <th scope="row">{change.label ?? <code>{change.field}</code>}</th>
            {sides.map((side) => (
              <td key={side}>
                <Value change={change} side={side} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ change, side }: { change: AuditChange; side: 'before' | 'after' }) {
  const value = change[side]
  if (value === null) return <span className="sw-cell-empty">–</span>
  return change.label === null ? <code>{value}</code> : value
}
