/** Branches in the cities of the demo, so that the form of a bank card finds some there. They are examples. */
import { bankCodes, bankWords, isBranchNo } from '@slotwise/contract'

import type { Deps } from '../src/kernel/ctx.ts'
import { type BranchRow, putBranches } from '../src/modules/bankcards/branch-queries.ts'

/** `area`: four digits that stand for the city in a branch number. */
const cities = [
  { city: '深圳市', city_code: '440300', area: '5840', branches: ['福田支行', '南山支行', '罗湖支行'] },
  { city: '广州市', city_code: '440100', area: '5810', branches: ['天河支行', '越秀支行'] },
] as const
const province = { province: '广东省', province_code: '440000' }

/** The whole number of a branch, with its check digit. */
function numberOf(begin: string): string {
  const number = Array.from({ length: 10 }, (_, digit) => `${begin}${digit}`).find(isBranchNo)
  if (!number) throw new Error(`${begin} is no beginning of a branch number`)
  return number
}

const rows = (): BranchRow[] =>
  bankCodes.flatMap((bank) =>
    cities.flatMap(({ area, branches, ...city }) =>
      branches.map((branch, index) => ({
        bank_no: numberOf(`${bank}${area}99${String(index).padStart(2, '0')}`),
        bank_code: bank,
        name: `${bankWords['zh-CN'][bank]}${city.city.replace('市', '')}${branch}（示例）`,
        ...province,
        ...city,
      })),
    ),
  )

/** True when branches were added. */
export const seedBranches = async (deps: Deps): Promise<boolean> =>
  (await putBranches(deps.db.main, rows())) > 0
