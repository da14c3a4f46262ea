import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { Button } from './button.tsx'
import { CheckIcon } from './icons.tsx'
import './menu.css'
import { plainWords } from './words.ts'

export type MenuOption<Value extends string> = {
  value: Value
  label: string
  icon?: ReactNode
  lang?: string
}

type ChoiceMenuProps<Value extends string> = {
  label: string
  trigger: ReactNode
  options: readonly MenuOption<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** A button that opens a short list with one chosen entry. Arrow keys move, Escape and a click outside close it. */
export function ChoiceMenu<Value extends string>(props: ChoiceMenuProps<Value>) {
  const { label, trigger, options, value, onChange } = props
  const t = useT(plainWords)
  const chosen = options.find((option) => option.value === value)?.label ?? ''
  const name = t('chosen', { label, value: chosen })
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  const close = (): void => {
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  }

  useEffect(() => {
    if (!open) return
    root.current?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus()
    const closeBeside = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeBeside)
    return () => document.removeEventListener('pointerdown', closeBeside)
  }, [open, root])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!open) return
    const all = [...(root.current?.querySelectorAll<HTMLElement>('[role="menuitemradio"]') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') setOpen(false)
    else if (next !== undefined) {
      event.preventDefault()
      all.at(next % all.length)?.focus()
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys belong to the menu inside
    <div className="sw-menu" ref={root} onKeyDown={onKeyDown}>
      <Button
        kind="quiet"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={name}
        title={name}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </Button>
      {open && (
        <div className="sw-menu-list" id={id} role="menu" aria-label={label}>
          {options.map((option) => (
            <button
              key={option.value}
              type="button"
              role="menuitemradio"
              aria-checked={option.value === value}
              className="sw-menu-item"
              lang={option.lang}
              tabIndex={-1}
              onClick={() => {
                onChange(option.value)
                close()
              }}
            >
              {option.icon}
              <span>{option.label}</span>
              <span>{option.value === value && <CheckIcon />}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
