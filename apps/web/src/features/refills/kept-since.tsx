import { useLasting } from '../../entities/device/lasting.tsx'
import { useT } from '../../lib/i18n.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { visitWords } from './visit-words.ts'

/** Says that the page shows what this phone has kept, and when that was read. */
export function KeptSince({ word, at }: { word: 'keptSince' | 'listSince'; at: number }) {
  const t = useT(visitWords)
  const age = useLasting(new Date(at).toISOString())
  return <Alert tone="warning">{t(word, { age })}</Alert>
}
