import { words } from '@slotwise/contract'

/** The head of the pages on which a visit starts. */
export const pageLinksWords = words({
  'zh-CN': {
    greeting: '{name}，您好',
    asMain: '您正在使用“{merchant}”的主账号，拥有全部权限。',
    asStaff: '您是“{merchant}”的子账号。',
    youCan: '您可以使用',
    askForMore: '其他功能由“{merchant}”的主账号在您的角色中开通，开通后会自动出现在这里。',
  },
  'zh-TW': {
    greeting: '{name}，您好',
    asMain: '您正在使用「{merchant}」的主帳號，擁有全部權限。',
    asStaff: '您是「{merchant}」的子帳號。',
    youCan: '您可以使用',
    askForMore: '其他功能由「{merchant}」的主帳號在您的角色中開通，開通後會自動出現在這裡。',
  },
  'en-US': {
    greeting: 'Hello, {name}',
    asMain: 'This is the main account of {merchant}. It may do everything.',
    asStaff: 'You work for {merchant}.',
    youCan: 'What you can do',
    askForMore: 'The main account of {merchant} can add more to your role. It then appears here by itself.',
  },
})
