import { kindsOf, notifyKindWords } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'

/** What a receiver is told of. */
export function KindTags({ permission }: { permission: string }) {
  const kind = useT(notifyKindWords)
  return (
    <ul className="sw-notify-kinds">
      {kindsOf(permission).map((name) => (
        <li key={name}>{kind(name)}</li>
      ))}
    </ul>
  )
}
