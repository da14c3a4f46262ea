import { ArrowUpOutlined } from '@ant-design/icons'
import { Button } from 'antd'

import { focusPage } from '../../ui/use-focus-return.ts'
import './news-bar.css'

/** Over the head of a list: new records wait here until the user asks for them. It takes no room, so no row moves. */
export function NewsBar({ text, onShow }: { text: string | undefined; onShow: () => void }) {
  const show = (): void => {
    focusPage()
    onShow()
  }
  return (
    <div className="sw-news-bar" role="status">
      {text !== undefined && (
        <Button type="primary" shape="round" icon={<ArrowUpOutlined aria-hidden="true" />} onClick={show}>
          {text}
        </Button>
      )}
    </div>
  )
}
