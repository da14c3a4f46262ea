import { Drawer } from 'antd'

import { useT } from '../../lib/i18n.tsx'
import { shellWords } from './shell-words.ts'
import { SideMenu } from './side-menu.tsx'

/** The whole menu, laid over the page where it has no room beside it. */
export function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT(shellWords)
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="left"
      size={264}
      title={t('menu')}
      closable={{ 'aria-label': t('closeMenu') }}
      classNames={{ body: 'sw-menu-overlay' }}
    >
      <SideMenu collapsed={false} onChosen={onClose} />
    </Drawer>
  )
}
