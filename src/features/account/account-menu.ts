import { paths } from '#src/lib/paths.ts';

export const accountMenu = [
  { label: 'Profile', href: paths.profile },
  { label: 'Devices', href: paths.profileSessions },
  { label: 'My data', href: paths.profileData },
  { label: 'Settings', href: paths.settings },
];
