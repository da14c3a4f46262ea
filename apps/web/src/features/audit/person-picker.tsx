import type { AuditPerson } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import {
  chosenOf,
  pickerOf,
  type PickerProps,
  type PickOption,
  RemotePicker,
  usePickerSearch,
} from '../../ui/remote-picker.tsx'
import { usePeople, usePerson } from './api.ts'
import { auditWords } from './audit-words.ts'

/** Everyone who can appear in the audit: the main account, staff, and deleted staff. */
export function PersonPicker(props: PickerProps<string | null> & { filterLabel?: string }) {
  const t = useT(auditWords)
  const chosen = props.value ? [props.value] : []
  const search = usePickerSearch()
  const found = usePeople(search.q, search.opened)
  const named = usePerson(props.value ?? undefined)
  const toOption = (person: AuditPerson): PickOption => ({
    value: person.account,
    label: person.nickname || person.username,
    hint: person.isMain ? t('mainAccount') : person.gone ? t('goneAccount') : person.username,
  })
  const picker = pickerOf({ search, found, toOption, known: chosenOf(chosen, named, toOption) })
  return <RemotePicker<string | null> {...props} {...picker} />
}
