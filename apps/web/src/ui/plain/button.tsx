import type { ButtonHTMLAttributes } from 'react'

import './button.css'
import { Spinner } from './spinner.tsx'

export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'link'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: ButtonKind
  /** Shows a spinner and ignores further clicks. */
  busy?: boolean
  block?: boolean
}

export function Button({
  kind = 'plain',
  busy = false,
  block = false,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- `type` has a default above
      type={type}
      className="sw-button"
      data-kind={kind}
      data-block={block || undefined}
      disabled={busy || rest.disabled}
      aria-busy={busy || undefined}
    >
      {busy && <Spinner />}
      {rest.children}
    </button>
  )
}
