import { Button, type ButtonProps } from 'antd'
import { useRef } from 'react'

type FileButtonProps = Omit<ButtonProps, 'onClick'> & {
  /** Types or endings, as the browser's own dialog takes them. */
  accept: string
  multiple?: boolean
  onFiles: (files: File[]) => void
}

/** A button that asks for files. */
export function FileButton({ accept, multiple = false, onFiles, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        // Not `hidden`: in a form antd shows such fields.
        style={{ display: 'none' }}
        accept={accept}
        multiple={multiple}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // So that the same file can be chosen again.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
