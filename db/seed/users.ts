/** Users of the demo site. The addresses end in `.example`, which nobody can own. */
export const demoUsers = [
  { email: 'aroha@mateworks.example', firstName: 'Aroha', lastName: 'Ngata', isAdmin: true },
  { email: 'tom@mateworks.example', firstName: 'Tom', lastName: 'Fraser', isAdmin: true },
  { email: 'mele.tupou@example.com', firstName: 'Mele', lastName: 'Tupou', isAdmin: false },
  { email: 'henrik.dahl@example.com', firstName: 'Henrik', lastName: 'Dahl', isAdmin: false },
  { email: 'priya.raman@example.com', firstName: 'Priya', lastName: 'Raman', isAdmin: false },
  { email: 'sam.okafor@example.com', firstName: 'Sam', lastName: 'Okafor', isAdmin: false },
] as const;
