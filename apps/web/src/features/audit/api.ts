import { auditCalls, type AuditFilter } from '@slotwise/contract'
import type { z } from 'zod'

import { useCall, usePages } from '../../lib/query.ts'
import type { ListPlace } from '../../lib/url-state.ts'
import { pickerPageSize } from '../../ui/remote-picker.tsx'

const { getAudit, getAuditPeople } = auditCalls

type AuditPage = { filter: z.input<typeof AuditFilter>; place: ListPlace; size: number }

/** Past entries do not change, but new ones are added, so a page that is opened again loads again. */
export const useAudit = ({ filter, place, size }: AuditPage) =>
  useCall(getAudit, { ...place, pageSize: size, condition: filter }, { inline: true, staleTime: 0 })

export const usePeople = (q: string | undefined, enabled: boolean) =>
  usePages(getAuditPeople, { q }, pickerPageSize, { enabled })

export const usePerson = (id: string | undefined) =>
  useCall(
    getAuditPeople,
    { pageNum: 1, pageSize: 1, condition: { ids: id === undefined ? [] : [id] } },
    { enabled: id !== undefined, staleTime: 60_000 },
  )
