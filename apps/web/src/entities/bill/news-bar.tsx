import { ArrowUpOutlined } from '@ant-design/icons'
import { Button } from 'antd'

import { focusPage } from '../../ui/use-focus-return.ts'
import './news-bar.css'

/** Above a list: new records wait here until the user asks for them. */
export function NewsBar({ text, onShow }: { text: string | undefined; onShow: () => void }) {
  const show = (): void => {
    focusPage()
    onShow()
  }
  return (
    <div className="sw-news-bar" role="status">
      {text !== undefined && (
        <Button type="primary" ghost block icon={<ArrowUpOutlined aria-hidden="true" />} onClick={show}>
          {text}
        </Button>
      )}
    </div>
  )
}
