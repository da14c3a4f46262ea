import { allPermissions, fill, invitationHours } from '@slotwise/contract'

import { longTexts } from '../support/long-texts.ts'
import type { Merchant } from '../support/merchant.ts'
import {
  adding,
  again,
  type FeatureStates,
  list,
  type PageState,
  refusing,
  saying,
} from '../support/page-states.ts'
import { addStore } from '../support/regions.ts'
import { accountOf, addRole, addSubUser, setOperationPassword } from '../support/staff.ts'
import { operationGateWords, staffWords } from '../support/words.ts'

const pages: readonly PageState[] = [
  list(
    'roles',
    '/role',
    adding((locale) => staffWords[locale].addRole),
  ),
  refusing('deleting a role', '/role', (locale) => staffWords[locale].deleteRole),
  list('sub-accounts', '/subUser', [
    ...adding((locale) => staffWords[locale].addSubUser),
    {
      name: 'invited',
      act: async (page, locale) => {
        await page.getByRole('radio', { name: staffWords[locale].byInvitation }).check()
        await page.getByText(fill(staffWords[locale].byInvitationHint, { hours: invitationHours })).waitFor()
      },
    },
    {
      name: 'chosen stores only',
      act: async (page, locale) => {
        await page.getByRole('radio', { name: staffWords[locale].scopeChosen }).check()
        await page.getByText(staffWords[locale].storesHint).waitFor()
      },
    },
  ]),
  again(
    list('an operation password', '/subUser', [
      {
        name: 'reset',
        act: async (page, locale) => {
          await page
            .getByRole('button', { name: new RegExp(`^${staffWords[locale].setOperation}: `) })
            .first()
            .click()
          await page.getByLabel(staffWords[locale].newOperation, { exact: true }).waitFor()
        },
      },
      {
        name: 'at the gate',
        act: async (page, locale) => {
          const { newOperation, confirmOperation } = staffWords[locale]
          for (const label of [newOperation, confirmOperation])
            await page.getByLabel(label, { exact: true }).fill('908172')
          await page.keyboard.press('Enter')
          const gate = page.getByRole('dialog', { name: operationGateWords[locale].title })
          // The field has the focus once the dialog has stopped moving.
          await gate.locator('input:focus').waitFor()
        },
      },
    ]),
  ),
  saying('open sessions', '/subUser?tab=sessions', (locale) => staffWords[locale].thisOne),
]

export const staffStates: FeatureStates = {
  name: 'staff',
  empty: [
    saying('no roles yet', '/role', (locale) => staffWords[locale].noRoles),
    saying('no sub-accounts yet', '/subUser', (locale) => staffWords[locale].noSubUsers),
  ],
  filled: async ({ merchant }) => {
    await addLongStaff(merchant)
    return pages
  },
}

/** A role with all permissions, and an account that has it for one store. */
async function addLongStaff(merchant: Merchant): Promise<void> {
  const { store: storeName, text, manager, role: roleName } = longTexts
  const { _id: store } = await addStore(merchant, storeName)
  await setOperationPassword(merchant)
  const role = await addRole(merchant, roleName, [...allPermissions], { note: text })
  await addSubUser(merchant, manager, role, {
    // The product's name is the one word that belongs to every language.
    sub_username: accountOf(merchant, 'slotwise'),
    phone: '+86 0755-2688 0000',
    all_device: false,
    store: [store],
  })
}
