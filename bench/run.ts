/** `npm run bench -- NAME`: prints figures as ratios against a reference measured in the same run. */
import { benchApi } from './api.ts'
import { benchBills } from './bills.ts'
import { benchDashboard } from './dashboard.ts'
import { benchDevices } from './devices.ts'
import { benchFinance } from './finance.ts'
import { benchGateway } from './gateway.ts'
import { benchMemory } from './memory.ts'
import { benchNotices } from './notices.ts'
import { benchReport } from './report.ts'
import { benchSales } from './sales.ts'
import { benchScreen } from './screen.ts'

const benches: Record<string, (args: readonly string[]) => Promise<void>> = {
  api: benchApi,
  bills: benchBills,
  dashboard: benchDashboard,
  devices: benchDevices,
  finance: benchFinance,
  gateway: benchGateway,
  memory: benchMemory,
  notices: benchNotices,
  report: benchReport,
  sales: benchSales,
  screen: benchScreen,
}

const name = process.argv[2] ?? ''
const bench = benches[name]
if (!bench) {
  console.error(`usage: npm run bench -- ${Object.keys(benches).join('|')}`)
  process.exit(2)
}
await bench(process.argv.slice(3))
