/** Test texts in French, Spanish, Portuguese, Italian and Romanian, in the form of `english.fixture.ts`. */
export const romance = {
  names: {
    honest: `
      François
      Zoë & Co.
      Benoît
      Négar
      Concha
      Conchita
      Iñaki Núñez
      José María
      Panchito
      Rio Negro
      Puntoni
      Cassio
      João Conceição
      Ângela Cunha
      Pintor
      Cazzaniga
      Giulia Culotta
      Finocchiaro
      Ştefan
      Ionuţ
      L'Aquila
    `,
    hostile: `
      Connard → *******
      C0nnard → *******
      Salope → ******
      Fils de pute → **** ** ****
      Enculé → ******
      Nègre → Anonymous
      Bougnoule → Anonymous
      Pédé → Anonymous
      P\u00e9d\u00e9s → Anonymous
      Gilipollas → **********
      Hijo de puta → **** ** ****
      Cabrón → ******
      C4bron → ******
      Maricón → Anonymous
      Mar1con → Anonymous
      Sudaca → Anonymous
      Caralho → *******
      Filho da puta → ***** ** ****
      Viado → Anonymous
      Stronzo → *******
      Vaffanculo → **********
      V a f f a n c u l o → * * * * * * * * * *
      Porco Dio → ***** ***
      Frocio → Anonymous
      Terrone → Anonymous
      Sborra → ******
    `,
  },
  messages: {
    honest: `
      Sim,com certeza
      La col·lecció del Paral·lel
      ¡Hola, qué alegría!
      Désolé pour le retard
      Je suis en retard ce soir
      Une bite d'amarrage
      Aujourd'hui c'est la fête
      On se voit plus tard
      Point de vue
      Bonne nuit à tous
      Con mucho cariño
      El año que viene
      Un cono de helado
      La hora de la verdad
      Me gusta el negro y el blanco
      Punto y aparte
      Mañana a las ocho
      Buena curva
      Anális e análise
      Obrigado pelo espetáculo
      Pula, pula, pula!
      Um abraço do Brasil
      O pato na lagoa
      Grazie. Io ti amo
      Che culo che hai avuto
      La finocchiona è buona
      Punto di vista
      Figata pazzesca
      Bună ziua
      Acum este târziu
      Fără probleme
      Mi sembra una cosa bella
      Assassins creed
    `,
    hostile: `
      ta gueule → ** ******
      va te faire foutre → ** ** ***** ******
      nique ta mère → ***** ** ****
      put@in de merde → ****** de *****
      suicide-toi → null
      sale arabe → null
      va mourir → null
      mon-site.fr → [link]
      evil point com → [link]
      vete a la mierda → **** * ** ******
      coño → ****
      me cago en todo → ** **** ** todo
      eres un pendejo → eres un *******
      puto negro → null
      muérete → null
      evil punto com → [link]
      tienda-mala.es/oferta → [link]
      vai tomar no cu → vai ***** ** **
      que p0rra é essa → que ***** é essa
      seu macaco → null
      golpe.com.br → [link]
      evil ponto com → [link]
      che cazzo dici → che ***** dici
      testa di cazzo → ***** ** *****
      sporco negro → null
      truffa.it/vinci → [link]
      du-te în pizda → du-te în *****
      muie → ****
    `,
  },
}
