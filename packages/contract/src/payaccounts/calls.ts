import { z } from 'zod'

import { calls } from '../kernel/call.ts'
import { Id } from '../kernel/fields.ts'
import {
  AddPayAccount,
  EditPayAccount,
  PayAccount,
  PayAccountTrial,
  OfferedProvider,
  SwitchPayAccount,
} from './schemas.ts'

/** Accounts of the merchant at payment providers: customers pay into them, and not into the platform's. */
export const payAccountCalls = calls({
  getPayAccounts: {
    path: '/api/v1/k/getPayAccounts',
    access: 'main',
    extension: true,
    input: z.strictObject({}),
    output: z.object({ data: z.array(PayAccount), ways: z.array(OfferedProvider) }),
  },
  /** Adds an account that no order uses before it is switched on. */
  addPayAccount: {
    path: '/api/v1/k/addPayAccount',
    access: 'main',
    sign: true,
    extension: true,
    changes: true,
    perMinute: 10,
    input: AddPayAccount,
    output: PayAccount,
    errors: ['tooManyPayAccounts'],
  },
  editPayAccount: {
    path: '/api/v1/k/editPayAccount',
    access: 'main',
    sign: true,
    extension: true,
    changes: true,
    perMinute: 10,
    input: EditPayAccount,
    output: PayAccount,
    errors: ['notFound', 'changedMeanwhile'],
  },
  /** Switched on, it replaces the account of the same provider that was on. */
  switchPayAccount: {
    path: '/api/v1/k/switchPayAccount',
    access: 'main',
    sign: true,
    extension: true,
    changes: true,
    input: SwitchPayAccount,
    output: PayAccount,
    errors: ['notFound', 'changedMeanwhile'],
  },
  /** Asks the provider for an order that was never made, which proves the keys and moves no money. */
  tryPayAccount: {
    path: '/api/v1/k/tryPayAccount',
    access: 'main',
    extension: true,
    outside: true,
    perMinute: 10,
    input: z.strictObject({ pay_account_id: Id }),
    output: PayAccountTrial,
    errors: ['notFound'],
  },
})
