import { words } from '@slotwise/contract'

/** Texts of the pages; the names of fields are in the contract, because exports use them too. */
export const memberWords = words({
  title: ['会员', '會員', 'Members'],
  searchCards: ['搜索会员卡', '搜尋會員卡', 'Search cards'],
  searchCardsHint: [
    '按卡号、昵称、备注搜索',
    '依卡號、暱稱、備註搜尋',
    'Search by card no., nickname or remarks',
  ],
  searchMembers: ['搜索会员', '搜尋會員', 'Search members'],
  searchMembersHint: [
    '按卡号、昵称、会员标识搜索',
    '依卡號、暱稱、會員識別碼搜尋',
    'Search by card no., nickname or member ID',
  ],

  addCard: ['新增会员卡', '新增會員卡', 'Add card'],
  editCard: ['编辑会员卡', '編輯會員卡', 'Edit card'],
  editOrTopUp: ['充值或编辑', '儲值或編輯', 'Top up or edit'],
  saveCard: ['保存会员卡', '儲存會員卡', 'Save card'],
  cardAdded: ['会员卡已新增', '會員卡已新增', 'Card added'],
  saved: ['已保存', '已儲存', 'Saved'],
  deleteCard: ['删除会员卡', '刪除會員卡', 'Delete card'],
  deleteCardTitle: ['删除会员卡“{cardno}”？', '刪除會員卡「{cardno}」？', 'Delete the card “{cardno}”?'],
  deleteCardText: [
    '删除后，这张卡不能再付款，卡上剩余的 {points} 积分也不能再使用；过往的消费记录仍保留。',
    '刪除後，這張卡不能再付款，卡上剩餘的 {points} 點也不能再使用；過往的消費紀錄仍保留。',
    'The card can no longer pay, and its remaining {points} {points|point|points} can no longer be used. Past sales are kept.',
  ],
  cardDeleted: ['会员卡“{cardno}”已删除', '會員卡「{cardno}」已刪除', 'Card “{cardno}” deleted'],

  noCards: ['还没有会员卡', '還沒有會員卡', 'No member cards yet'],
  noCardsHint: [
    '会员卡上的积分可以付款：1 积分 = {worth}。新增一张卡并充值，顾客在设备上刷卡或输入卡号即可支付。',
    '會員卡上的點數可以付款：1 點 = {worth}。新增一張卡並儲值，顧客在設備上刷卡或輸入卡號即可支付。',
    'Points on a member card can pay at your devices: 1 point = {worth}. Add a card and top it up; customers hold it to a device or enter its number.',
  ],
  noMembers: ['还没有会员', '還沒有會員', 'No members yet'],
  noMembersHint: [
    '持有会员卡的人会出现在这里，包括他们的卡、消费和最近一次使用。',
    '持有會員卡的人會出現在這裡，包括他們的卡、消費和最近一次使用。',
    'People with a member card are listed here, with their cards, spending and last use.',
  ],
  toCards: ['前往会员卡', '前往會員卡', 'Go to member cards'],

  detail: ['会员卡详情', '會員卡詳情', 'Member card details'],
  facts: ['会员卡信息', '會員卡資訊', 'Details'],
  balanceIs: ['{points} 积分', '{points} 點', '{points} {points|point|points}'],
  worth: ['可支付 {amount}', '可支付 {amount}', 'pays for {amount}'],
  ledger: ['积分明细', '點數明細', 'Points ledger'],
  noMoves: ['还没有积分变动', '還沒有點數異動', 'No point changes yet'],
  noMovesHint: [
    '充值、消费和退回都会记录在这里。',
    '儲值、消費和退回都會記錄在這裡。',
    'Top-ups, sales and refunds are listed here.',
  ],
  noName: ['未填昵称', '未填暱稱', 'No nickname'],
  someDevices: ['{name} 等 {count} 台', '{name} 等 {count} 台', '{name} and others ({count})'],

  newBalance: ['积分余额', '點數餘額', 'Balance in points'],
  firstBalance: ['初始积分', '初始點數', 'Initial points'],
  topUpBy: ['本次充值', '本次儲值', 'Top-up'],
  balanceBefore: [
    '当前余额 {points} 积分。1 积分 = {worth}。',
    '目前餘額 {points} 點。1 點 = {worth}。',
    'Current balance: {points} {points|point|points}. 1 point = {worth}.',
  ],
  pointWorth: ['1 积分 = {worth}。', '1 點 = {worth}。', '1 point = {worth}.'],
  topUpHint: [
    '填写增加的积分，左侧余额随之变化。',
    '填寫增加的點數，左側餘額隨之變化。',
    'Enter the points to add; the balance on the left follows.',
  ],
  cardnoHint: [
    '印在卡上的号码，设备凭此号码收款，保存后不能修改。',
    '印在卡上的號碼，設備憑此號碼收款，儲存後不能修改。',
    'The number printed on the card, which devices use for payment. It cannot be changed after saving.',
  ],
  openidHint: [
    '同一个人的多张卡填写相同的标识，合并为一位会员；可留空。',
    '同一個人的多張卡填寫相同的識別碼，合併為一位會員；可留空。',
    'Cards with the same ID belong to one member. Can be left empty.',
  ],
  deviceHint: ['留空表示在全部设备可用。', '留空表示在全部設備可用。', 'Leave empty to allow all devices.'],

  cardsOf: ['查看 {name} 的会员卡', '檢視 {name} 的會員卡', 'Show the cards of {name}'],
  moreCards: ['等 {count} 张', '等 {count} 張', 'and {count} more'],
  showMember: ['查看会员', '檢視會員', 'Show member'],
})
