import type { Device } from '@slotwise/contract'

import { RemoteTab as Commands } from '../../features/commands/remote/remote-tab.tsx'
import { ReplacePanel } from '../../features/machines/replace-panel.tsx'
import { UnbindPanel } from '../../features/machines/unbind-panel.tsx'

export const RemoteTab = ({ device }: { device: Device }) => (
  <Commands
    device={device}
    unbind={
      <>
        <ReplacePanel device={device} />
        <UnbindPanel device={device} />
      </>
    }
  />
)
