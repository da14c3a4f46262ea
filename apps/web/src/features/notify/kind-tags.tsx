import { joinNames, kindsOf, notifyKinds, notifyKindWords } from '@slotwise/contract'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { notifyWords } from './notify-words.ts'

/** What a receiver is told of; of everything in one word, with the names on hover. */
export function KindTags({ permission }: { permission: string }) {
  const t = useT(notifyWords)
  const kind = useT(notifyKindWords)
  const locale = useLocale()
  const chosen = kindsOf(permission)
  if (chosen.length === notifyKinds.length)
    return (
      <span
        title={joinNames(
          locale,
          chosen.map((name) => kind(name)),
        )}
      >
        {t('allKinds')}
      </span>
    )
  return (
    <ul className="sw-notify-kinds">
      {chosen.map((name) => (
        <li key={name}>{kind(name)}</li>
      ))}
    </ul>
  )
}
