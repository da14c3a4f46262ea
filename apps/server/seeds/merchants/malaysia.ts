import type { DemoMerchant } from './merchant.ts'
import { clerkPermissions, managerPermissions } from './permissions.ts'

export const malaysia: DemoMerchant = {
  username: '+60123456780',
  mchName: 'Demo Malaysia',
  country: 'MY',
  locale: 'en-US',
  areas: [
    {
      area_name: 'Kuala Lumpur',
      phone: '03-2181 6000',
      area_address: 'Kuala Lumpur',
      remarks: 'Malls and stations',
      stores: [
        ['Bukit Bintang Mall', 'mall'],
        ['KL Sentral', 'station'],
        ['Bangsar South Tower', 'office'],
      ],
    },
    {
      area_name: 'Selangor',
      phone: '03-5636 2000',
      area_address: 'Selangor',
      remarks: 'Campus and shops',
      stores: [
        ['Sunway Campus', 'campus'],
        ['Petaling Street Corner', 'street'],
      ],
    },
  ],
  cards: [
    {
      decision: { state: 'approved' },
      mch_name: 'Demo Malaysia',
      person: 'Aisyah Rahman',
      telephone: '03-2181 6000',
      email: 'finance@demo.example',
      address: '8 Jalan Ampang, Kuala Lumpur',
      bank: 'Maybank',
      acct_name: 'Demo Malaysia Sdn Bhd',
      acct_no: '512345678901',
      acct_cert_no: '900101-14-5677',
      cert_start_date: '2020-01-01',
      acct_mobile: '012-345 6780',
    },
  ],
  storesWithoutAccount: [],
  storeAddress: (area, store, index) => `Lot ${index + 1}, ${store}, ${area}`,
  storePhone: (index) => `01${String(20_000_000 + index * 104_729).slice(-8)}`,
  managers: ['Aisyah Rahman', 'Daniel Tan', 'Priya Nair'],
  staff: [
    {
      role: {
        name: 'Store manager',
        note: 'Runs stores, machines, goods and staff',
        granted: managerPermissions,
      },
      sub_username: 'manager02',
      nickname: 'Aisyah',
      phone: '0123456781',
      hasOperation: true,
      stores: 'all',
    },
    {
      role: {
        name: 'Clerk',
        note: 'Sees the bills of one store, without refunds',
        granted: clerkPermissions,
      },
      sub_username: 'clerk02',
      nickname: 'Daniel',
      phone: '0123456782',
      hasOperation: false,
      stores: 'first',
    },
  ],
  firstSn: 9_910_001,
  machines: [
    { type: 'vending', slots: 40, titles: Array<string>(3).fill('Drinks and snacks') },
    { type: 'gashapon', slots: 12, titles: Array<string>(2).fill('Capsule toys') },
    { type: 'pulse', slots: 1, titles: ['Massage chair'], firstGoods: 2 },
    { type: 'osm', slots: 40, titles: ['Corner shop'] },
    { type: 'lattice', slots: 30, titles: ['Travel lockers'] },
  ],
  shares: [
    ['gkash', 42],
    ['coin', 24],
    ['bill', 21],
    ['card', 6.5],
    ['ezcard', 4],
    ['gift', 1.5],
    ['remote', 1],
  ],
  refundRemarks: [
    'Nothing came out',
    'Wrong number of pieces',
    'Customer called, checked',
    'Damaged pack',
    'Machine did not react after the payment',
  ],
}
