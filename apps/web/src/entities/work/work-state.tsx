import { Instant } from '../../ui/instant.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import '../../ui/two-lines.css'

type WorkStateProps = {
  tone: StatusTone
  /** Who has taken the work, or how it ended. */
  text: string
  /** Since when; null while no person has taken it. */
  at: string | null
}

/** How far the work on an alert or a case has come. */
export function WorkState({ tone, text, at }: WorkStateProps) {
  return (
    <span className="sw-two-lines is-text">
      <StatusTag tone={tone}>{text}</StatusTag>
      {at !== null && (
        <small>
          <Instant at={at} />
        </small>
      )}
    </span>
  )
}
