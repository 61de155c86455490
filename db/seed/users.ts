/** Users of the demo site. The addresses end in `.example`, a domain that cannot be registered. */
export const demoUsers = [
  { email: 'aroha@mateworks.example', firstName: 'Aroha', lastName: 'Ngata', role: 'admin' },
  { email: 'tom@mateworks.example', firstName: 'Tom', lastName: 'Whitaker', role: 'admin' },
  { email: 'mele.tupou@example.com', firstName: 'Mele', lastName: 'Tupou', role: 'user' },
  { email: 'henrik.dahl@example.com', firstName: 'Henrik', lastName: 'Dahl', role: 'user' },
  { email: 'priya.raman@example.com', firstName: 'Priya', lastName: 'Raman', role: 'user' },
  { email: 'sam.okafor@example.com', firstName: 'Sam', lastName: 'Okafor', role: 'user' },
] as const;
