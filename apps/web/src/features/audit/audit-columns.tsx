import {
  auditAddress,
  auditDeed,
  type AuditEntry,
  auditFieldWords,
  auditObjectKind,
  auditObjectName,
  auditWho,
} from '@slotwise/contract'

import { useLocale, useT } from '../../lib/i18n.tsx'
import type { Column } from '../../ui/columns.ts'
import { Instant } from '../../ui/instant.tsx'

export function useAuditColumns(onOpen: (entry: AuditEntry) => void): Column<AuditEntry>[] {
  const field = useT(auditFieldWords)
  const locale = useLocale()
  return [
    {
      key: 'call',
      title: field('call'),
      width: 180,
      cell: (entry) => (
        <button type="button" className="sw-text-button" onClick={() => onOpen(entry)}>
          {auditDeed(locale, entry)}
        </button>
      ),
    },
    { key: 'at', title: field('at'), cell: (entry) => <Instant at={entry.at} seconds /> },
    {
      key: 'object_name',
      title: field('object_name'),
      text: true,
      width: 180,
      cell: (entry) => auditObjectName(locale, entry),
    },
    { key: 'object', title: field('object'), cell: (entry) => auditObjectKind(locale, entry.object) },
    { key: 'object_id', title: field('object_id'), extra: true, cell: (entry) => entry.object_id },
    {
      key: 'who',
      title: field('who'),
      text: true,
      width: 140,
      cell: (entry) => auditWho(locale, entry),
    },
    {
      key: 'username',
      title: field('username'),
      extra: true,
      cell: (entry) => (entry.account === null ? null : entry.username),
    },
    {
      key: 'address',
      title: field('address'),
      extra: 'narrow',
      cell: (entry) => auditAddress(locale, entry.address),
    },
    {
      key: 'request_id',
      title: field('request_id'),
      extra: true,
      cell: (entry) => <code>{entry.request_id}</code>,
    },
  ]
}
