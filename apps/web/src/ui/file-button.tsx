import { Button, type ButtonProps } from 'antd'
import { useRef } from 'react'

type FileButtonProps = Omit<ButtonProps, 'onClick'> & {
  /** Types or extensions, as the `accept` attribute takes them. */
  accept: string
  multiple?: boolean
  /** Phones open this camera at once, instead of offering files too. */
  capture?: 'user' | 'environment'
  onFiles: (files: File[]) => void
}

/** A button that opens the browser's file dialog. */
export function FileButton({ accept, multiple = false, capture, onFiles, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        // Not `hidden`, because antd shows such fields inside forms.
        style={{ display: 'none' }}
        accept={accept}
        multiple={multiple}
        capture={capture}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Otherwise choosing the same file again would raise no change event.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
