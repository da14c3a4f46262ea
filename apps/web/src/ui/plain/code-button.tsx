import { useT } from '../../lib/i18n.tsx'
import { Button } from './button.tsx'
import { plainWords } from './words.ts'

type CodeButtonProps = { busy: boolean; secondsLeft: number; onClick: () => void }

/** Requests a text message; after one was sent it counts down and stays disabled. */
export function CodeButton({ busy, secondsLeft, onClick }: CodeButtonProps) {
  const t = useT(plainWords)
  return (
    <Button kind="plain" busy={busy} disabled={secondsLeft > 0} onClick={onClick}>
      {secondsLeft > 0 ? t('codeAgainIn', { seconds: secondsLeft }) : t('getCode')}
    </Button>
  )
}
