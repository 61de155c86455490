/** 'plan-changed' as 'Plan changed', 'sign-in-code' as 'Sign-in code'. */
export const formatEmailKind = (kind: string) =>
  (kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ')).replace(/^Sign in /, 'Sign-in ');
