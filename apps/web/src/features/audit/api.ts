import { auditCalls, type AuditFilter } from '@slotwise/contract'
import type { z } from 'zod'

import { useCall } from '../../lib/query.ts'

const { getAudit, getAuditPeople } = auditCalls

type PageOf<Filter> = { filter: Filter; page: number; size: number }

/** What is past stays as it is, but there is always more of it: a page that is opened again asks again. */
export const useAudit = ({ filter, page, size }: PageOf<z.input<typeof AuditFilter>>) =>
  useCall(getAudit, { pageNum: page, pageSize: size, condition: filter }, { inline: true, staleTime: 0 })

/** One line by its number, for a link to a line that the list does not show. */
export const useAuditById = (id: string, enabled: boolean) =>
  useCall(getAudit, { pageNum: 1, pageSize: 1, condition: { ids: [id] } }, { inline: true, enabled })

export const usePeople = (q: string | undefined, enabled: boolean) =>
  useCall(getAuditPeople, { pageNum: 1, pageSize: 50, condition: { q } }, { inline: true, enabled })

export const usePerson = (id: string | undefined) =>
  useCall(
    getAuditPeople,
    { pageNum: 1, pageSize: 1, condition: { ids: id === undefined ? [] : [id] } },
    { enabled: id !== undefined, staleTime: 60_000 },
  )
