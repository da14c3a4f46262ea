import { DevicePage as PageOfDevice, type DeviceTabs } from '../../features/devices/page/device-page.tsx'
import { lazyConsolePage } from '../../ui/lazy-console-page.tsx'

/** The tabs of a machine's page that other features provide. A tab's code is loaded when it is opened. */
const tabs: DeviceTabs = {
  slots: lazyConsolePage(async () => (await import('../../features/slots/slots-tab.tsx')).SlotsTab),
  remote: lazyConsolePage(async () => (await import('./remote-tab.tsx')).RemoteTab),
  test: lazyConsolePage(async () => (await import('../../features/commands/remote/test-tab.tsx')).TestTab),
  init: lazyConsolePage(async () => (await import('../../features/commands/init/init-tab.tsx')).InitTab),
  history: lazyConsolePage(async () => (await import('../../features/history/history-tab.tsx')).HistoryTab),
}

export const DevicePage = () => <PageOfDevice tabs={tabs} />
