import { words } from '@slotwise/contract'

/** The head of the start pages. */
export const pageLinksWords = words({
  greeting: ['{name}，您好', '{name}，您好', 'Hello, {name}'],
  asMain: [
    '您正在使用“{merchant}”的主账号，拥有全部权限。',
    '您正在使用「{merchant}」的主帳號，擁有全部權限。',
    'This is the main account of {merchant}. It has all permissions.',
  ],
  asStaff: [
    '您是“{merchant}”的子账号。',
    '您是「{merchant}」的子帳號。',
    'You use a sub-account of {merchant}.',
  ],
  youCan: ['您可以使用', '您可以使用', 'What you can do'],
  askForMore: [
    '其他功能由“{merchant}”的主账号在您的角色中开通，开通后会自动出现在这里。',
    '其他功能由「{merchant}」的主帳號在您的角色中開通，開通後會自動出現在這裡。',
    'The main account of {merchant} can add more to your role. It then appears here automatically.',
  ],
})
