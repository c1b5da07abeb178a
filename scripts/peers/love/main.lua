-- An empty game that ends after its first picture, for peers.sh.
local pictures = 0
function love.update()
    if pictures > 0 then love.event.quit() end
end
function love.draw() pictures = pictures + 1 end
